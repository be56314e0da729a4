/**
 * Waits as long as a statement takes, and no longer: a network or a proxy in between can lose a reply and leave the
 * connection open, and then it would be awaited for hours.
 *
 * @param isAtWork whether PostgreSQL says that it still carries the statement out
 * @throws as node-postgres does after its time limit, where it says no twice or does not answer
 */
export async function awaitReply<T>(
  reply: Promise<T>,
  isAtWork: () => Promise<boolean>,
  lookEveryMs: number,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const lost = new Promise<never>((_, reject) => {
    let noes = 0
    const look = async (): Promise<void> => {
      // Once says little: the reply may be on its way.
      noes = (await isAtWork().catch(() => false)) ? 0 : noes + 1
      if (isOver) return
      if (noes === 2) reject(new Error('Query read timeout: PostgreSQL is not at work on it'))
      else timer = setTimeout(() => void look(), lookEveryMs)
    }
    timer = setTimeout(() => void look(), lookEveryMs)
  })
  try {
    return await Promise.race([reply, lost])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
