// Browser only: Vite turns this form of `new Worker` into a chunk on our own origin (CSP: worker-src 'self').
export function spawnScanWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'scanner' })
}
