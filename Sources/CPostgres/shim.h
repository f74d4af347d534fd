#include <libpq-fe.h>

/* Codes of PQresultErrorField, which libpq defines as macros of characters. */
enum {
    HEREABOUTS_SQLSTATE = PG_DIAG_SQLSTATE,
    HEREABOUTS_CONSTRAINT_NAME = PG_DIAG_CONSTRAINT_NAME,
};
