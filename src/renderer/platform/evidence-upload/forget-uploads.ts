/** A separate file, so that signing out does not load the rest. */
export const EVIDENCE_DATABASE = 'wld-evidence'

export const forgetEvidenceUploads = (factory: IDBFactory): Promise<void> =>
  new Promise((resolve) => {
    try {
      const request = factory.deleteDatabase(EVIDENCE_DATABASE)
      request.onsuccess = () => resolve()
      request.onerror = () => resolve() // no access to the storage: then nothing was stored either
      request.onblocked = () => resolve() // another tab closes the database at the same moment, and the removal continues
    } catch {
      resolve()
    }
  })
