import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup
