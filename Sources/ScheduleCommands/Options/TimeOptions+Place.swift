import NotifyCore

extension TimeOptions {
    /// The trigger that `--near` describes.
    func locationTrigger(_ text: String) throws(RequestError) -> LocationTrigger {
        do throws(RequestError) {
            return try LocationTrigger(
                near: text,
                onEntry: onEntry ? true : nil,
                onExit: onExit,
                ifInside: ifInside,
                repeats: repeats
            )
        } catch {
            let isWhole = error.field?.path == RequestError.Field.place.path
            throw isWhole ? error.calling("--near") : error.of("--near", value: text)
        }
    }

    /// The error for an option that needs a place.
    var lonelyPlaceOption: String? {
        if onEntry { return "--on-entry needs a place; add --near LAT,LON,METRES" }
        if onExit { return "--on-exit needs a place; add --near LAT,LON,METRES" }
        return ifInside ? "--if-inside needs a place; add --near LAT,LON,METRES" : nil
    }
}
