import { expect, test } from 'vitest'
import { decideDownload, type DownloadQuestion } from './downloads.ts'

const card: DownloadQuestion = {
  url: 'blob:app://wld/8c8f3f6f',
  mediaType: 'image/png',
  suggestedName: 'wld-id-10004217.png',
}

test('the picture of the card', () =>
  expect(decideDownload(card)).toEqual({
    kind: 'save',
    fileName: 'wld-id-10004217.png',
    extension: 'png',
  }))
test.each([
  ['wld-account-2026-05-03.json', 'wld-account-2026-05-03.json'],
  ['account.json.html', 'accountjson.json'],
  ['.json', 'account.json'],
])('the copy of one’s data, named %s, is saved as %s', (suggestedName, fileName) =>
  expect(decideDownload({ ...card, mediaType: 'application/json', suggestedName })).toEqual({
    kind: 'save',
    fileName,
    extension: 'json',
  }),
)
test('an event for the calendar', () =>
  expect(
    decideDownload({
      ...card,
      mediaType: 'text/calendar',
      suggestedName: 'wld-general-assembly.ics',
    }),
  ).toEqual({ kind: 'save', fileName: 'wld-general-assembly.ics', extension: 'ics' }))
test.each([
  ['../../etc/cron.d/x.png', 'x.png'],
  ['..\\..\\evil.exe', 'evil.png'],
  ['card.png.exe', 'cardpng.png'],
  ['...', 'card.png'],
  ['بطاقة.png', 'بطاقة.png'],
  ['a<b>|c?.png', 'abc.png'],
])('the name %s becomes %s', (suggestedName, fileName) =>
  expect(decideDownload({ ...card, suggestedName })).toMatchObject({ fileName }),
)
test.each([
  ['from the web', { url: 'https://evil.example/a.png' }],
  ['from the API', { url: 'app://wld/api/files/1' }],
  ['of a foreign origin', { url: 'blob:app://evil/1' }],
  ['of a look-alike', { url: 'blob:app://wld.evil/1' }],
  ['in a data address', { url: 'data:image/png;base64,AA' }],
  ['of another type', { mediaType: 'application/x-msdownload' }],
  ['that only looks like JSON', { mediaType: 'application/json+html' }],
  ['named like a property', { mediaType: 'constructor' }],
])('nothing %s', (_, change) =>
  expect(decideDownload({ ...card, ...change })).toEqual({ kind: 'refuse' }),
)
