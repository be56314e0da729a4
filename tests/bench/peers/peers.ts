/**
 * The product beside others that do the same work, in one run on one machine:
 *
 *     npm run bench -- peers/peers                          # all parts
 *     npm run bench -- peers/peers scanner               # parts by name
 *     npm run bench -- peers/peers --folder DIR          # where the peers are installed
 *
 * The peers come from the npm registry into a folder of their own. One that cannot be installed is left out, with the
 * reason. FRAMES is the number of frames of the scanner part. The part `lists` needs BENCH_POSTGRES, the
 * parts `drawing` and `first-load` the built web site.
 */
import { parseArgs } from 'node:util'
import { benchDrawing } from './drawing.ts'
import { benchFirstLoad } from './first-load.ts'
import { openPeerFolder, PEER_FOLDER, type PeerFolder } from './install.ts'
import { benchLists } from './lists.ts'
import { benchScanner } from './scanner.ts'

const PARTS: Readonly<Record<string, (folder: PeerFolder) => Promise<void>>> = {
  scanner: benchScanner,
  lists: benchLists,
  drawing: benchDrawing,
  'first-load': benchFirstLoad,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string', default: PEER_FOLDER } },
})
const unknown = positionals.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`no part “${unknown.join(', ')}”; the parts are ${Object.keys(PARTS).join(', ')}`)

const folder = await openPeerFolder(values.folder)
for (const [name, bench] of Object.entries(PARTS))
  if (positionals.length === 0 || positionals.includes(name)) await bench(folder)
