import Testing
import UserNotifications

/// What the value classes hold, and what copies, archives and texts make of it.
@Suite struct ValueTests {
    @Test func freshContentHasApplesDefaults() {
        let content = UNMutableNotificationContent()
        #expect(content.title.isEmpty && content.subtitle.isEmpty && content.body.isEmpty)
        #expect(content.badge == nil && content.sound == nil && content.attachments.isEmpty)
        #expect(content.userInfo.isEmpty && content.targetContentIdentifier == nil)
        #expect(content.filterCriteria == nil && content.interruptionLevel == .active)
        #expect(content.relevanceScore == 0 && content.summaryArgumentCount == 1)
        #expect(content.categoryIdentifier.isEmpty && content.threadIdentifier.isEmpty)
        #expect(content == UNNotificationContent())
    }

    @Test func aRequestKeepsItsOwnCopy() throws {
        let content = Samples.content()
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        #expect(request.content == content)
        #expect(!(request.content is UNMutableNotificationContent))
        content.title = "other"
        #expect(request.content.title == "T")
        let copy = try #require(request.content.mutableCopy() as? UNMutableNotificationContent)
        copy.body = "changed"
        #expect(request.content.body == "B" && copy != request.content)
    }

    @Test(arguments: Samples.objects)
    func archivesAndCopiesAreEqual(sample: Samples.Object) throws {
        let object = sample.make()
        #expect(object == sample.make())
        #expect(object.hash == sample.make().hash)
        #expect(object.copy() as? NSObject == object)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: object,
            requiringSecureCoding: true
        )
        let back = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [type(of: object)],
            from: data
        )
        let copy = try #require(back as? NSObject)
        #expect(copy == object)
        #expect(type(of: copy) == type(of: object))
        #expect(copy.hash == object.hash)
    }

    @Test(arguments: Samples.objects)
    func noTwoSamplesAreEqual(sample: Samples.Object) {
        for other in Samples.objects where other.name != sample.name {
            #expect(other.make() != sample.make(), "\(other.name)")
        }
    }

    @Test(arguments: Samples.objects)
    func aTextShowsTheClassAndFields(sample: Samples.Object) {
        let text = "\(sample.make())"
        #expect(text.hasPrefix("<UN"))
        #expect(text.contains(": "))
    }

    @Test func textsShowTheFields() {
        let interval = UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: true)
        #expect(
            "\(interval)"
                == "<UNTimeIntervalNotificationTrigger: timeInterval: 90.0, repeats: true>"
        )
        let calendar = UNCalendarNotificationTrigger(
            dateMatching: DateComponents(hour: 14, weekday: 3),
            repeats: true
        )
        #expect("\(calendar)".contains(#"["weekday: 3", "hour: 14"], repeats: true"#))
        let request = UNNotificationRequest(
            identifier: "r",
            content: Samples.content(),
            trigger: interval
        )
        for part in ["identifier: \"r\"", "title: \"T\"", "body: \"B\"", "timeInterval: 90.0"] {
            #expect("\(request)".contains(part))
        }
        #expect("\(UNError(.badgeInputInvalid))".contains("badgeInputInvalid"))
    }

    @Test func aCoderThatKnowsNothingGivesDefaults() {
        let coder = EmptyCoder()
        #expect(UNNotificationSettings(coder: coder)?.authorizationStatus == .notDetermined)
        #expect(UNNotificationContent(coder: coder)?.title == "")
        #expect(UNNotification(coder: coder)?.request.identifier == "")
        #expect(
            UNNotificationResponse(coder: coder)?.actionIdentifier
                == UNNotificationDefaultActionIdentifier
        )
        #expect(UNNotificationSound(coder: coder) == .default)
        #expect(UNCalendarNotificationTrigger(coder: coder)?.nextTriggerDate() == nil)
        #expect(UNTextInputNotificationAction(coder: coder)?.title == "")
        #expect(UNNotificationCategory(coder: coder)?.actions == [])
    }

    @Test func anArchiveWithoutItsFieldsIsRefused() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(NSString("x"), forKey: "unknown")
        let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        coder.decodingFailurePolicy = .setErrorAndReturn
        #expect(UNNotificationRequest(coder: coder) == nil)
        #expect(UNNotification(coder: coder) == nil)
        #expect(UNNotificationAction(coder: coder) == nil)
        #expect(UNNotificationSettings(coder: coder) == nil)
        #expect(UNTimeIntervalNotificationTrigger(coder: coder) == nil)
    }

    @Test func anArchivedFieldOfAnotherTypeIsRefused() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(NSNumber(value: 1), forKey: "title")
        let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        coder.decodingFailurePolicy = .setErrorAndReturn
        #expect(UNNotificationContent(coder: coder) == nil)
    }

    @Test func categoriesAreFoundInSetsByTheirContent() {
        #expect(Set([Samples.category(), Samples.category()]).count == 1)
    }

    @Test func soundsAreThemselves() {
        #expect(UNNotificationSound.default == .default)
        #expect(UNNotificationSound.default != .defaultCritical)
        let loud = UNNotificationSound.criticalSoundNamed(.init("a"), withAudioVolume: 9)
        #expect(loud == .criticalSoundNamed(.init("a"), withAudioVolume: 1))
        #expect(loud != .criticalSoundNamed(.init("a")))
    }

    @Test func errorsBridgeToFoundation() {
        let error: any Error = UNError(.attachmentCorrupt)
        #expect((error as NSError).domain == "UNErrorDomain" && (error as NSError).code == 105)
        #expect(error.localizedDescription == "The attachment's file is damaged.")
        #expect(UNError(.attachmentCorrupt) == UNError(.attachmentCorrupt))
        #expect(UNError(.attachmentCorrupt) != UNError(.attachmentCorrupt, userInfo: ["a": 1]))
    }

    @Test func textsOfTheAppAreFilledIn() {
        let fill = NSString.localizedUserNotificationString
        #expect(fill("plain %@", nil) == "plain %@")
        #expect(fill("%@ has %d, %%", ["A", 3]) == "A has 3, %")
        #expect(fill("%2$@ %1$@", ["A", "B"]) == "B A")
        #expect(fill("%@ %@ %lu 100 %", ["A"]) == "A %@ %lu 100 %")
    }
}

private final class EmptyCoder: NSCoder {}
