/**
 * Whether the caller has the version that `etag` names (RFC 9110, 13.1.2). Compared weakly, because
 * a proxy that compresses marks the tag as weak.
 */
export const hasVersion = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((given) => given.trim().replace(/^W\//, '') === etag) === true
