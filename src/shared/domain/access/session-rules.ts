/** Access tokens live 15 minutes; clients renew them every 14 (docs/spec/sign-in.md, 3: 840000 ms). */
export const ACCESS_TOKEN_TTL_S = 15 * 60
export const REFRESH_INTERVAL_MS = 840_000
/** A session without use for 30 days ends. */
export const REFRESH_TOKEN_TTL_S = 30 * 24 * 60 * 60
/** A refresh token that was just replaced works this much longer, for a reply that was lost on the way. */
export const REFRESH_GRACE_S = 30
/** Signed addresses of pictures live 20 minutes; clients renew them every 15 (docs/spec/card.md, 6). */
export const SIGNED_ADDRESS_TTL_S = 20 * 60
export const PHOTO_RESIGN_INTERVAL_MS = 15 * 60_000
