/** Links that open this app from outside, and the entries of its menu: main checks them, the page only goes there. */
import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import { logFailure } from '../../platform/log-failure.ts'

/** Opens the page of a waiting or later link. Returns a function that stops this. */
export function followLinks(
  bridge: Pick<Bridge, 'invoke' | 'on'>,
  go: (path: string) => void,
): () => void {
  const follow = async (): Promise<void> => {
    const path = await bridge.invoke('link:take')
    if (path !== null) go(path)
  }
  const followSafely = (): void =>
    void follow().catch((error: unknown) => logFailure('A link could not be followed', error))
  followSafely() // one that started the app
  return bridge.on('link:opened', followSafely)
}
