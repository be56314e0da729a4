import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/domain/units.ts'
import { CallFailure } from '../calls/call-failure.ts'
import { createUploadOnce } from './upload-once.ts'

const front = new File(['front'], 'front.jpg')
const back = new File(['back'], 'back.jpg')
const progress = (): void => undefined

/** Uploads get the addresses 1, 2, 3 … in order, and take `lastsMs`. */
function form({ lastsMs = 0 } = {}) {
  const state = { at: 1_000_000, sent: [] as string[] }
  const uploads = createUploadOnce({
    now: () => state.at,
    uploadFiles: async (files) => {
      state.at += lastsMs
      return Object.fromEntries(
        Object.entries(files).map(([field, file]) => [field, `${state.sent.push(file.name)}`]),
      )
    },
  })
  return { state, ...uploads }
}

const refusal = (...codes: readonly string[]) =>
  new CallFailure({
    ok: false,
    retryAfterS: undefined,
    problem: {
      type: 'about:blank',
      title: 'Refused',
      status: 422,
      code: 'invalid',
      message: 'Refused',
      requestId: '1',
      fields: codes.map((code) => ({ path: 'body.scan', code, message: code })),
    },
  })
const refuse = (failure: unknown) => () => Promise.reject(failure)

test('a picture is sent once, and a new one beside it alone', async () => {
  const { state, upload } = form()
  expect(await upload({ front }, progress)).toEqual({ front: '1' })
  expect(await upload({ front, back }, progress)).toEqual({ front: '1', back: '2' })
  expect(state.sent).toEqual(['front.jpg', 'back.jpg'])
})

test('an address is used for 25 minutes from the beginning of its upload', async () => {
  const { state, upload } = form({ lastsMs: MINUTE_MS })
  await upload({ front }, progress)
  state.at += 24 * MINUTE_MS - 1
  expect(await upload({ front }, progress)).toEqual({ front: '1' })
  state.at += 1
  expect(await upload({ front }, progress)).toEqual({ front: '2' })
  state.at += 20 * MINUTE_MS
  expect(await upload({ front }, progress)).toEqual({ front: '2' })
})

test('an address that the server does not know is forgotten', async () => {
  const { upload, use } = form()
  await upload({ front, back }, progress)
  const lost = refusal('too_short', 'unknown_file')
  await expect(use(refuse(lost))).rejects.toBe(lost)
  expect(await upload({ front, back }, progress)).toEqual({ front: '3', back: '4' })
})

test.each([
  ['another refusal', refusal('voice-given')],
  ['no response', new CallFailure({ ok: false, problem: undefined, cause: 'offline' })],
  ['a bug', new TypeError('bug')],
])('%s keeps the addresses', async (_name, failure) => {
  const { upload, use } = form()
  await upload({ front }, progress)
  await expect(use(refuse(failure))).rejects.toBe(failure)
  expect(await upload({ front }, progress)).toEqual({ front: '1' })
})

test('a change that succeeds returns its reply', async () =>
  expect(await form().use(async () => 'saved')).toBe('saved'))
