/**
 * A device at the door as a process of its own, so that a test can kill it: the real outbox and the real replay. It
 * reads its orders from standard input (one JSON object) and writes each acknowledged step to standard output, one line
 * for each, never before the step is acknowledged.
 */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { createCallApi } from '../../src/main/api/call-api.ts'
import { openOutbox, type OpenOutbox } from '../../src/main/outbox/open-outbox.ts'
import type { NewCheckIn } from '../../src/main/outbox/outbox.ts'
import { createReplay } from '../../src/main/outbox/replay.ts'
import { createSendCheckIns } from '../../src/main/outbox/send-check-ins.ts'
import type { Bearer } from '../../src/main/session/keeper.ts'

export interface DeviceOrders {
  readonly directory: string
  /** In hexadecimal. */
  readonly key: string
  /** `scribble`: appends and settles until it is killed. `serve`: records the plan and sends it. */
  readonly job: 'scribble' | 'serve'
  readonly plan?: readonly NewCheckIn[]
  /** The number of check-ins of the plan for this run, which ends when they are sent. */
  readonly atMost?: number
  readonly apiUrl?: string
  readonly bearer?: string
}

const tell = (line: string): void => void writeSync(1, `${line}\n`)
/** Factor for all waits: a minute passes in two seconds. */
const HASTE = 30

async function scribble(outbox: OpenOutbox): Promise<never> {
  const one = async (): Promise<never> => {
    for (;;) {
      const id = randomUUID()
      const result = await outbox.append({
        id,
        eventId: 'general-assembly',
        cardId: 'WLD_10004217',
        gate: 'North',
        deviceId: 'device',
        at: new Date().toISOString(),
      })
      if (!result.ok) throw new Error(result.fault)
      tell(`append ${id} ${result.checkIn.sequence}`)
      if (result.checkIn.sequence % 3 !== 0) continue
      const settled = await outbox.settle([{ id, result: 'recorded', first: null }])
      if (settled.ok) tell(`settle ${id}`)
    }
  }
  return Promise.race([one(), one(), one()])
}

async function serve(
  outbox: OpenOutbox,
  { plan = [], atMost = plan.length, apiUrl = '', bearer = '' }: DeviceOrders,
): Promise<void> {
  const staff: Bearer = { kind: 'token', token: bearer }
  const call = createCallApi({ apiUrl, fetch, timeLimitMs: 5_000 })
  const replay = createReplay({
    outbox,
    send: createSendCheckIns({
      call,
      bearersFor: () => ({
        sender: 'staff',
        bearer: async () => staff,
        renewed: async () => ({ kind: 'unavailable' }),
      }),
    }),
    now: () => new Date(),
    clockOffsetMs: () => 0,
    log: () => undefined,
    onState: () => tell(`problem ${replay.state().problem}`),
    schedule: (delayMs, work) => {
      const timer = setTimeout(work, delayMs / HASTE)
      return () => clearTimeout(timer)
    },
  })
  const known = new Set(outbox.entries().map(({ checkIn }) => checkIn.id))
  const share = plan.filter(({ id }) => !known.has(id)).slice(0, atMost)
  const isOver = (): boolean =>
    outbox.entries().length === known.size + share.length && outbox.counts().waiting === 0
  const over = Promise.withResolvers<void>()
  outbox.onChange(() => {
    if (isOver()) over.resolve()
  })
  replay.retryNow()
  for (const checkIn of share) {
    const result = await outbox.append(checkIn)
    if (!result.ok) throw new Error(result.fault)
    tell(`append ${checkIn.id} ${result.checkIn.sequence}`)
    replay.retryNow()
  }
  if (isOver()) over.resolve()
  const alive = setInterval(() => undefined, 1_000)
  await over.promise
  clearInterval(alive)
  await replay.stop()
  await outbox.close()
  tell('over')
}

const orders = JSON.parse(await text(process.stdin)) as DeviceOrders // written by our own test
const outbox = await openOutbox({
  directory: orders.directory,
  key: { key: Buffer.from(orders.key, 'hex'), keptIn: 'keychain' },
  now: () => new Date(),
  log: () => undefined,
})
tell('ready')
await (orders.job === 'scribble' ? scribble(outbox) : serve(outbox, orders))
