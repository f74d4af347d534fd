#if !arch(wasm32)
    @main
    struct ARProgram {
        static func main() {
            print("ARProgram is the browser's view through the camera: build it with `make wasm`.")
        }
    }
#endif
