import { uploadFiles } from '../../../platform/upload.ts'

/** Sends a portrait and answers its address; one that was sent before the change was refused is not sent a second time. */
export function createUploadOnce() {
  let sent: { readonly file: File; readonly address: string } | undefined
  return async (file: File, onProgress: (share: number) => void): Promise<string> => {
    if (sent?.file === file) return sent.address
    const { wldProfile: address } = await uploadFiles({ wldProfile: file }, { onProgress })
    sent = { file, address }
    return address
  }
}
