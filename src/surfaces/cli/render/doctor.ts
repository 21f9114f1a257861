import type { DoctorReport } from '#verbs/doctor.ts'
import type { Terminal } from '../terminal.ts'

export function renderDoctor({ root, ailments, runloop }: DoctorReport, { paint, mark }: Terminal): string {
  const problems = ailments.filter(({ level }) => level === 'problem').length
  const count = problems === 0 ? 'Nothing is wrong' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`
  const advice = ailments.length - problems
  return [
    `${paint('bold', count)}${advice === 0 ? '' : `, ${advice} to consider`} ${paint('dim', `in ${root}, run loop: ${runloop}`)}`,
    ...ailments.flatMap(({ level, what, remedy }) => [
      `  ${level === 'problem' ? paint('red', mark('conflict')) : paint('yellow', mark('warning'))} ${what}`,
      `      ${paint('dim', remedy)}`,
    ]),
    '',
  ].join('\n')
}
