/** The begin of the code by which a door joins (ADR 0051); main reads the rest. */
export const isPairingCode = (text: string): boolean => text.trim().startsWith('WLD-DOORS-')
