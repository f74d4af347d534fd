import Synchronization

/// Keeps the grid of home areas: once made, it stays as it is. Were it made anew for each map, two of them would tell
/// more than one.
package protocol HomeGridStore: Sendable {
    /// The grid that is kept; `nil` when none is.
    func homeGrid() async throws -> HomeGrid?
    /// Keeps a grid where none is kept yet, and returns the one that is.
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
