/** Access tokens live 15 minutes; clients renew them every 14 (spec members §9: 840000 ms). */
export const ACCESS_TOKEN_TTL_S = 15 * 60
export const REFRESH_INTERVAL_MS = 840_000
/** A session that nobody used for 30 days is over. */
export const REFRESH_TOKEN_TTL_S = 30 * 24 * 60 * 60
/** A refresh token that was just replaced works this much longer, for a reply that was lost on the way. */
export const REFRESH_GRACE_S = 30
/** Signed addresses of pictures live 20 minutes; clients renew them every 15 (spec members §9). */
export const SIGNED_ADDRESS_TTL_S = 20 * 60
export const PHOTO_RESIGN_INTERVAL_MS = 15 * 60_000
