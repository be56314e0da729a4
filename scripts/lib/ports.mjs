import { connect } from 'node:net'
import { fail } from './node.mjs'

/** The server of development; its interface has the next port, and that of the desktop app the one after it. */
const DEFAULT_PORT = 4310

export function developmentPort() {
  const given = process.env.PORT || String(DEFAULT_PORT)
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (port < 1 || port > 65_533) fail(`PORT must be a port number from 1 to 65533 (now ${given}).`)
  return port
}

/** Whether something on this machine accepts connections there. */
const isTaken = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' })
    const end = (taken) => {
      socket.destroy()
      resolve(taken)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })

/** Ends with a message where another program has one of these ports. */
export async function requireFree(...ports) {
  for (const port of ports)
    if (await isTaken(port))
      fail(
        `Port ${port} is in use by another program. Stop that one, or set PORT to another number; the two after it must be free as well.`,
      )
}
