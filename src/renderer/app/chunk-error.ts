const CHUNK_MESSAGES = [
  /dynamically imported module/i, // Chromium, Firefox
  /importing a module script failed/i, // Safari
  /unable to preload css/i, // Vite's preload helper
]

/** A part of the interface could not be fetched: replaced by a newer version, or no network. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && CHUNK_MESSAGES.some((pattern) => pattern.test(error.message))
