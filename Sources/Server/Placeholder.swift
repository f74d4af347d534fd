import Hummingbird
import HummingbirdTLS
import ServiceLifecycle
struct P { let r = Router() }
