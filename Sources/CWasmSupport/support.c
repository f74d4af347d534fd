#include "CWasmSupport.h"
