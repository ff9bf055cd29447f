// One notification for each scheme that is switched on; a click opens it. End it with Control-C.
import Foundation

let launcher = SchemeLauncher(schemes: [
    Scheme(name: "settings", url: "prefs:root=WIFI", isEnabled: true),
    Scheme(name: "clock", url: "clock-alarm://list", isEnabled: true),
    Scheme(name: "music", url: "music://library", isEnabled: false),
])
launcher.post()
dispatchMain()
