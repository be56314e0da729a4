/**
 * The part of keytar that is used. Declared here because the package is optional: where its binding cannot be built it
 * is not installed, and the rest must still compile.
 */
declare module 'keytar' {
  interface Keytar {
    getPassword(service: string, account: string): Promise<string | null>
    setPassword(service: string, account: string, password: string): Promise<void>
    deletePassword(service: string, account: string): Promise<boolean>
    /** Ends the process where an entry is deleted meanwhile. Tests alone call it, in a process of its own. */
    findCredentials(service: string): Promise<{ account: string; password: string }[]>
  }
  const keytar: Keytar
  export default keytar
}
