import { expect, it, vi } from 'vitest'
import { sharePage } from './share.ts'

const DATA = { title: 'My membership card', text: 'Its page', url: 'https://wld.example/id-card' }
const named = (name: string): Error => Object.assign(new Error(name), { name })

it('uses the share sheet where there is one', async () => {
  const share = vi.fn().mockResolvedValue(undefined)
  const writeText = vi.fn()
  await expect(sharePage(DATA, { share, clipboard: { writeText } })).resolves.toBe('shared')
  expect(share).toHaveBeenCalledWith(DATA)
  expect(writeText).not.toHaveBeenCalled()
})
it('copies the address where there is none', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  await expect(sharePage(DATA, { clipboard: { writeText } })).resolves.toBe('copied')
  expect(writeText).toHaveBeenCalledWith(DATA.url)
})
it('takes a closed sheet for a choice', async () => {
  await expect(sharePage(DATA, { share: () => Promise.reject(named('AbortError')) })).resolves.toBe(
    'cancelled',
  )
})
it.each([
  ['the sheet fails', { share: () => Promise.reject(named('NotAllowedError')) }],
  [
    'the clipboard refuses',
    { clipboard: { writeText: () => Promise.reject(named('NotAllowedError')) } },
  ],
  ['there is neither', {}],
])('fails when %s', async (_, place) => {
  await expect(sharePage(DATA, place)).resolves.toBe('failed')
})
it('calls the browser’s function on its own object', async () => {
  const place = {
    calls: 0,
    share(this: { calls: number }) {
      this.calls += 1
      return Promise.resolve()
    },
  }
  await sharePage(DATA, place)
  expect(place.calls).toBe(1)
})
