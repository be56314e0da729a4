import { HardDriveDownload } from 'lucide-react'
import { MARKS } from '../verdict/verdict-marks.ts'

export const KIOSK_MARKS = { ...MARKS, 'not-saved': HardDriveDownload } as const
