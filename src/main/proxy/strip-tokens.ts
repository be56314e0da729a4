const TOKEN_NAMES = ['accessToken', 'refreshToken']

/** The same value without session tokens at any depth. */
export function stripTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripTokens)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !TOKEN_NAMES.includes(name))
      .map(([name, item]) => [name, stripTokens(item)]),
  )
}
