import { findSolution, type WorkerResult, type WorkerTask } from './find-solution.ts'

/** The part of DedicatedWorkerGlobalScope in use; its own types would collide with the DOM's in one TypeScript project. */
interface WorkerScope {
  postMessage: (message: WorkerResult) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<WorkerTask>) => void) => void
}
const scope = globalThis as unknown as WorkerScope // see above

scope.addEventListener('message', ({ data: { challenge } }) => {
  findSolution(challenge).then(
    (solution) => scope.postMessage({ solution }),
    (error: unknown) => scope.postMessage({ error: String(error) }),
  )
})
