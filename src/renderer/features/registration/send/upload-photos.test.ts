import { expect, test, vi } from 'vitest'
import { CallFailure } from '../../../platform/calls/call-failure.ts'
import type { PhotoName } from '../application.ts'
import type { UploadedPhoto } from '../wizard.ts'
import { uploadPhotos } from './upload-photos.ts'

const photos = {
  idFront: new File(['f'], 'f.jpg'),
  idBack: new File(['b'], 'b.jpg'),
  portrait: new File(['p'], 'p.jpg'),
}
const offline = new CallFailure({ ok: false, problem: undefined, cause: 'offline' })

function setUp(faulty: readonly PhotoName[] = []) {
  const uploaded: Partial<Record<PhotoName, UploadedPhoto>> = {}
  const sent: PhotoName[] = []
  const failing = new Set(faulty)
  const send = (ticket = 'ticket', chosen = photos) =>
    uploadPhotos({
      photos: chosen,
      ticket,
      uploaded: { ...uploaded },
      upload: async (name) => {
        sent.push(name)
        if (failing.has(name)) throw offline
        return `/api/files/${name}`
      },
      readFailure: (error) => error as CallFailure,
      onProgress: vi.fn(),
      onUploaded: (name, photo) => void (uploaded[name] = photo),
    })
  return { send, sent, failing }
}

test('one photo that fails stops no other, and only it is sent again', async () => {
  const { send, sent, failing } = setUp(['idBack'])
  expect(await send()).toEqual({ ok: false, failures: [{ name: 'idBack', failure: offline }] })
  expect(sent).toEqual(['idFront', 'idBack', 'portrait'])
  failing.clear()
  sent.length = 0
  expect(await send()).toMatchObject({ ok: true, addresses: { idFront: '/api/files/idFront' } })
  expect(sent).toEqual(['idBack'])
})

test('a changed photo, or a new ticket, is uploaded again', async () => {
  const { send, sent } = setUp()
  await send()
  sent.length = 0
  await send('ticket', { ...photos, portrait: new File(['q'], 'q.jpg') })
  expect(sent).toEqual(['portrait'])
  sent.length = 0
  await send('other')
  expect(sent).toEqual(['idFront', 'idBack', 'portrait'])
})
