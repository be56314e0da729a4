/**
 * A photo of one member, alone and beside six slow documents of others that are examined again and again, on the built
 * server with its data on a disk. The last line is one JSON object; `ratio` is the median beside the documents to the
 * median alone, and says how much others can hold up a photo.
 *
 *     npm run build:server && node tests/bench/photo-beside-documents.ts     PHOTOS=9
 */
import { loadavg } from 'node:os'
import sharp from 'sharp'
import { buildMember } from '#tests/builders/member.ts'
import { basic } from '#tests/support/api-server.ts'
import { pdfOf } from '#tests/support/page-files.ts'
import { startBuiltServer } from './built-server.ts'

const PHOTOS = Number(process.env['PHOTOS'] ?? 9)
const DOCUMENTS = 6

/** A page of so many blended boxes that it is drawn until its limit of time, or nearly. */
const slowDocument = (): Buffer =>
  pdfOf({
    drawing: `/G gs ${'1 0 0 rg 0 0 590 840 re f '.repeat(20_000)}`,
    resources: '/ExtGState << /G << /ca 0.5 /BM /Luminosity >> >>',
  })

/** As a phone takes it: 12 megapixels with noise, within the 5 MB of a photo. */
const photo = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: '#8a6f5a',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

const server = await startBuiltServer(
  'sqlite',
  async ({ deps }) => {
    const people = []
    for (let number = 0; number <= DOCUMENTS; number += 1) people.push(await buildMember(deps))
    return people
  },
  { LIMITS_SCALE: '1000' },
)

async function tokenOf(email: string, password: string): Promise<string> {
  const reply = await fetch(`${server.url}/api/auth/login`, {
    headers: { authorization: basic(email, password), 'connection-method': 'email' },
  })
  if (!reply.ok) throw new Error(`Sign-in: ${reply.status} ${await reply.text()}`)
  const { accessToken } = (await reply.json()) as { readonly accessToken: string }
  return accessToken
}

async function send(
  token: string,
  [name, bytes, type]: readonly [string, Buffer, string],
  signal?: AbortSignal,
): Promise<{ readonly status: number; readonly ms: number }> {
  const form = new FormData()
  form.set('report1', new Blob([new Uint8Array(bytes)], { type }), name)
  const began = performance.now()
  const reply = await fetch(`${server.url}/api/upload/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    ...(signal !== undefined && { signal }),
  })
  await reply.arrayBuffer()
  return { status: reply.status, ms: performance.now() - began }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

try {
  const [own = '', ...others] = await Promise.all(
    server.filled.map(({ email, password }) => tokenOf(email, password)),
  )
  const [picture, slow] = [await photo(), slowDocument()]
  const series = async (): Promise<number[]> => {
    const times: number[] = []
    for (let count = 0; count < PHOTOS; count += 1) {
      const { status, ms } = await send(own, ['photo.jpg', picture, 'image/jpeg'])
      if (status !== 200) throw new Error(`The photo got ${status}`)
      times.push(ms)
    }
    return times
  }
  await send(own, ['photo.jpg', picture, 'image/jpeg']) // the compiler is at work in the first one
  const alone = await series()
  const end = new AbortController()
  const statuses = new Map<number, number>()
  const work = others.map(async (token) => {
    while (!end.signal.aborted) {
      const file = ['slow.pdf', slow, 'application/pdf'] as const
      const reply = await send(token, file, end.signal).catch(() => undefined)
      if (reply !== undefined) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 3_000)) // both places for documents are taken
  const beside = await series()
  end.abort()
  await Promise.all(work)
  const whole = (values: readonly number[]): number[] => values.map(Math.round)
  console.log(
    JSON.stringify({
      load: loadavg().map((part) => Number(part.toFixed(1))),
      photoMb: Number((picture.length / 1_048_576).toFixed(1)),
      documentMb: Number((slow.length / 1_048_576).toFixed(1)),
      documents: Object.fromEntries(statuses),
      aloneMs: whole(alone),
      besideMs: whole(beside),
      ratio: Number((median(beside) / median(alone)).toFixed(2)),
    }),
  )
} finally {
  await server.stop()
}
