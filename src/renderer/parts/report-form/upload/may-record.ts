import { platform } from '@platform'

/** The desktop app opens no microphone. */
export const mayRecord = (): boolean =>
  platform.target === 'web' && 'MediaRecorder' in window && 'mediaDevices' in navigator
