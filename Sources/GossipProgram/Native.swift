#if !arch(wasm32)
    @main
    struct GossipProgram {
        static func main() {
            print("GossipProgram is the browser's part of the mesh: build it with `make wasm`.")
        }
    }
#endif
