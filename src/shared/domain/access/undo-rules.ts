/** A decision on a request or report can be undone for this time by the one who made it (ADR 0053). */
export const UNDO_S = 10

/**
 * The mail about a decision waits this much longer than the undo: servers whose clocks differ a
 * little do not send it while it can still be undone.
 */
export const MAIL_AFTER_UNDO_S = 3
