#!/usr/bin/env python3
"""Prints the dates of the events of a calendar file, as independent readers find them.

dates.py icalendar|vobject FILE: standard input has a line for each event: its UID, and the last date as seconds since
1970 in the event's own wall time. Prints a line for each: the UID, and its dates up to that one as such seconds.
"""
import copy
import datetime
import sys

EPOCH = datetime.datetime(1970, 1, 1)
reader, path = sys.argv[1:]
asked = [line.rsplit(" ", 1) for line in sys.stdin.read().splitlines()]
text = open(path, encoding="utf-8", newline="").read()


def seconds(date):
    """The wall time of a date as seconds since 1970, without its zone."""
    return int((date.replace(tzinfo=None) - EPOCH).total_seconds())


def of_icalendar():
    import icalendar
    import recurring_ical_events

    whole = icalendar.Calendar.from_ical(text)
    events = {str(event["UID"]): event for event in whole.walk("VEVENT")}
    zones = whole.walk("VTIMEZONE")
    for uid, last in asked:
        one = icalendar.Calendar()
        for zone in zones:
            one.add_component(zone)
        one.add_component(copy.deepcopy(events[uid]))
        start = events[uid]["DTSTART"].dt
        # A day more: the zone of the end is written with the offset of the start.
        end = EPOCH + datetime.timedelta(seconds=int(last), days=1)
        found = recurring_ical_events.of(one).between(start, end.replace(tzinfo=start.tzinfo))
        dates = {seconds(event["DTSTART"].dt) for event in found}
        yield uid, sorted(date for date in dates if date <= int(last))


def of_vobject():
    import vobject

    whole = vobject.readOne(text)
    events = {event.uid.value: event for event in whole.vevent_list}
    for uid, last in asked:
        event = events[uid]
        dates = [event.dtstart.value]
        if event.rruleset:
            dates = []
            for date in event.rruleset:
                if seconds(date) > int(last):
                    break
                dates.append(date)
        yield uid, sorted({seconds(date) for date in dates})


for uid, dates in of_icalendar() if reader == "icalendar" else of_vobject():
    print(uid, *dates)
