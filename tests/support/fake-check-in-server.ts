import type { SendReply, SendCheckIns, SentCheckIn } from '../../src/main/outbox/send-check-ins.ts'

/** A server with this route only: it remembers ids, and first behaves as the next entries of `moods` say. */
export type Mood = (
  recorded: () => SendReply,
  batch: readonly SentCheckIn[],
  signal: AbortSignal,
) => SendReply | Promise<SendReply>
export function fakeCheckInServer() {
  const rows: SentCheckIn[] = []
  const calls: { readonly eventId: string; readonly batch: readonly SentCheckIn[] }[] = []
  const moods: Mood[] = []
  let always: Mood | undefined
  let inFlight = 0
  let mostInFlight = 0
  const reply = (
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): SendReply => ({
    kind: 'answered',
    sender: 'device',
    response: new Response(JSON.stringify(body), { status, headers }),
  })
  const record = (batch: readonly SentCheckIn[]): SendReply =>
    reply(200, {
      results: batch.map((wish) => {
        const before = rows.find(({ cardId }) => cardId === wish.cardId)
        const isKnown = rows.some(({ id }) => id === wish.id)
        if (!isKnown) rows.push(wish)
        const first =
          before === undefined || before.id === wish.id
            ? null
            : { at: before.at, gate: before.gate ?? '' }
        return {
          id: wish.id,
          result: isKnown ? 'known' : first === null ? 'recorded' : 'second',
          first,
        }
      }),
    })
  const send: SendCheckIns = async (eventId, batch, signal) => {
    calls.push({ eventId, batch })
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
    const mood = moods.shift() ?? always
    const result =
      mood === undefined ? record(batch) : await mood(() => record(batch), batch, signal)
    inFlight -= 1
    return result
  }
  return {
    rows,
    calls,
    moods,
    send,
    reply,
    setAlways: (mood: Mood | undefined) => void (always = mood),
    mostInFlight: () => mostInFlight,
  }
}
export type FakeCheckInServer = ReturnType<typeof fakeCheckInServer>
export const lost: SendReply = { kind: 'unreachable', cause: 'reset', sender: 'device' }
