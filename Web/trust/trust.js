// The page that tells how to trust the server says it in the reader's language.
import { loadText } from "../text/catalogue.js";

await loadText();
