/** Apart from the rest, so that signing out needs nothing of it. */
export const EVIDENCE_DATABASE = 'wld-evidence'

export const forgetEvidenceUploads = (factory: IDBFactory): Promise<void> =>
  new Promise((resolve) => {
    try {
      const request = factory.deleteDatabase(EVIDENCE_DATABASE)
      request.onsuccess = () => resolve()
      request.onerror = () => resolve() // storage is closed to us: then nothing was kept either
      request.onblocked = () => resolve() // another tab lets go at the same moment, and the removal goes on
    } catch {
      resolve()
    }
  })
