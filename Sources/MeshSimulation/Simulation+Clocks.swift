package import GeoCore

extension Simulation {
    /// Sets the clock of a node's machine: by so many milliseconds it is ahead of the true time from now on.
    package mutating func setClock(of node: Int, aheadBy offset: Milliseconds) { members[node].clockOffset = offset }
}
