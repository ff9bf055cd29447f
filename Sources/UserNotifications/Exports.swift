// Apple's module brings Foundation along, and a third of the files in the wild import this one alone.
@_exported public import Foundation
