/** Uploads show their progress, so they are sent by XMLHttpRequest, which goes through the proxy of main too. */
import { expect, test } from '#tests/support/electron/fixtures.ts'

const FILE_BYTES = 300_000

test('an upload of the page arrives complete, with its ticket', async ({
  desktop: { page },
  api,
}) => {
  const seen = await page.evaluate(
    (bytes) =>
      new Promise<{ readonly ended: string; readonly shares: readonly number[] }>((resolve) => {
        const form = new FormData()
        form.append(
          'reqProfile',
          new File([new Uint8Array(bytes)], 'portrait.jpg', { type: 'image/jpeg' }),
        )
        const request = new XMLHttpRequest()
        const shares: number[] = []
        request.upload.onprogress = ({ loaded, total }) => shares.push(loaded / total)
        request.onloadend = () =>
          resolve({ ended: request.status > 0 ? 'answered' : 'failed', shares })
        request.open('POST', '/api/upload/files')
        request.setRequestHeader('authorization', 'Bearer ticket-of-a-registration')
        request.send(form)
      }),
    FILE_BYTES,
  )
  expect(seen.ended).toBe('answered')
  const [call] = api.callsTo('/api/upload/files')
  expect(call?.headers).toMatchObject({
    authorization: 'Bearer ticket-of-a-registration',
    'content-type': expect.stringContaining('multipart/form-data; boundary='),
  })
  expect(call?.bodyLength).toBeGreaterThan(FILE_BYTES)
  expect(seen.shares.every((share) => share > 0 && share <= 1)).toBe(true)
})
