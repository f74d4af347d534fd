import Synchronization

/// Stores the grid of home areas, which never changes: the intersection of two grids would narrow a home down.
package protocol HomeGridStore: Sendable {
    /// Returns the stored grid; `nil` if there is none.
    func homeGrid() async throws -> HomeGrid?
    /// Stores a grid unless one is stored already; returns the stored one.
    func keep(_ grid: HomeGrid) async throws -> HomeGrid
}

extension MemoryPresenceStore: HomeGridStore {
    package func homeGrid() -> HomeGrid? { state.withLock { $0.grid } }

    package func keep(_ grid: HomeGrid) -> HomeGrid {
        state.withLock { state in
            let kept = state.grid ?? grid
            state.grid = kept
            return kept
        }
    }
}
