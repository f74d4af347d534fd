#if !arch(wasm32)
    @main
    struct WebCore {
        static func main() {
            print("WebCore is the browser's core: build it with `make wasm`.")
        }
    }
#endif
