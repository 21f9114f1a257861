/**
 * Says for as long as the work goes on that it does, so that whoever comes after a kill knows when it was: what was
 * changed later is not the run's.
 */
export async function whileBeating<Value>(beat: () => void, work: () => Promise<Value>): Promise<Value> {
  const tryToBeat = () => {
    try {
      beat()
    } catch {
      // A disk that takes no beat will take no paper either, and whoever writes that will say so.
    }
  }
  tryToBeat()
  const timer = setInterval(tryToBeat, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    tryToBeat()
  }
}

const BEAT_MS = 500
