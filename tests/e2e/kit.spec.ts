/** The page of the kit is for developers: the built site holds neither the page nor its texts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, webDir } from './fixtures.ts'

test('the built site has no page of the kit', async ({ open }) => {
  const assets = join(webDir, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  expect(scripts.filter((name) => name.includes('dev-ui'))).toEqual([])
  const marks = ['/dev/ui', 'data-sample', 'Members of El Fasher']
  expect(
    scripts.filter((name) =>
      marks.some((mark) => readFileSync(join(assets, name), 'utf8').includes(mark)),
    ),
  ).toEqual([])
  const page = await open()
  await page.goto('/dev/ui')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
