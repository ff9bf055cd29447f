/// Names of the registry of iCalendar, some of which libical does not know.
enum StandardNames {
    /// The properties that say nothing about a reminder.
    static let unused: Set = [
        // RFC 5545
        "ATTACH", "CALSCALE", "CATEGORIES", "CLASS", "COMMENT", "CONTACT", "FREEBUSY", "GEO",
        "PERCENT-COMPLETE", "PRIORITY", "PRODID", "RELATED-TO", "REQUEST-STATUS", "RESOURCES",
        "TRANSP",
        "VERSION",
        // RFC 7808, RFC 7953, RFC 7986
        "TZUNTIL", "TZID-ALIAS-OF", "BUSYTYPE", "NAME", "REFRESH-INTERVAL", "SOURCE", "COLOR",
        "IMAGE", "CONFERENCE",
        // RFC 9073, RFC 9074, RFC 9253, RFC 6321 and drafts
        "LOCATION-TYPE", "PARTICIPANT-TYPE", "RESOURCE-TYPE", "STRUCTURED-DATA",
        "STYLED-DESCRIPTION", "CALENDAR-ADDRESS", "PROXIMITY", "CONCEPT", "LINK", "REFID", "XML",
        "ESTIMATED-DURATION", "REASON", "SUBSTATE", "TASK-MODE", "POLL-ITEM-ID", "POLL-MODE",
        "POLL-PROPERTIES", "POLL-WINNER", "POLL-COMPLETION", "REPLY-URL", "ACCEPT-RESPONSE",
        "SHOW-WITHOUT-TIME", "INCLUDES", "TZURL",
        // vCalendar 1.0
        "DALARM", "AALARM", "MALARM", "PALARM", "DAYLIGHT", "TZ", "RNUM",
    ]
}
