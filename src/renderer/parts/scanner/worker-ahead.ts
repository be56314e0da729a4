import type { FromWorker } from './protocol.ts'
import type { WorkerPort } from './scan-client.ts'

export interface WorkerAhead {
  /** Starts a worker before there is a scanner, so that its script and the WebAssembly are loaded meanwhile. */
  start: () => void
  /** The worker that was started ahead, once, or a new one. */
  take: () => WorkerPort
}

export function createWorkerAhead(spawn: () => WorkerPort): WorkerAhead {
  let ahead: { readonly worker: WorkerPort; readonly said: MessageEvent<FromWorker>[] } | undefined

  function drop(): void {
    ahead?.worker.terminate()
    ahead = undefined
  }
  return {
    start() {
      if (ahead !== undefined) return
      const worker = spawn()
      const said: MessageEvent<FromWorker>[] = []
      ahead = { worker, said }
      worker.onmessage = (event) => void said.push(event)
      worker.onerror = drop // the scanner starts its own, and reports what is wrong with it
      worker.onmessageerror = drop
    },
    take() {
      if (ahead === undefined) return spawn()
      const { worker, said } = ahead
      ahead = undefined
      // After the caller has put its own listeners on the worker.
      queueMicrotask(() => {
        for (const event of said) worker.onmessage?.(event)
      })
      return worker
    },
  }
}
