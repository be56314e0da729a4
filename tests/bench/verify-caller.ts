/** Sends the calls of `verify.ts` from a process of its own, so that their cost is not counted as the server's. */

export interface Batch {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
  readonly atOnce: number
}

/** Times of the calls on the clock, in milliseconds. */
async function send({ url, headers, bodies, atOnce }: Batch): Promise<number[]> {
  const waiting = bodies.values()
  const times: number[] = []
  const work = async (): Promise<void> => {
    for (const body of waiting) {
      const began = performance.now()
      const reply = await fetch(url, { method: 'POST', headers, body })
      const text = await reply.text()
      times.push(performance.now() - began)
      if (!reply.ok || !text.includes('"Amna')) throw new Error(`${url}: ${reply.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return times
}

process.on('message', (batch) => void send(batch as Batch).then((times) => process.send?.(times))) // from verify.ts
