// Shows the page about trusting the server in the reader's language.
import { loadText } from "../text/catalogue.js";

await loadText();
