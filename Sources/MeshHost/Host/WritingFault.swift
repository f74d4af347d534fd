package import Mesh

/// Why a node does not take what somebody without keys writes at it.
package enum WritingFault: Error, Equatable {
    /// The text is empty, blank or too long, or has control characters.
    case text
    /// The same of the name.
    case name
    /// People have written as many such messages as all nodes take in a time.
    case overQuota(FullQuota)
    case refused(Acceptance)
}
