#if !arch(wasm32)
    @main
    struct BocceCore {
        static func main() {
            print("BocceCore is the browser's game of bocce: build it with `make wasm`.")
        }
    }
#endif
