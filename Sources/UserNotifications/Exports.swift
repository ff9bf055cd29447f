// Apple's module exports Foundation, and a third of existing files import only this module.
@_exported public import Foundation
