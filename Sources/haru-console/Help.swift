/// What `--help` prints.
let help = """
  A notification server in a terminal.

  haru-console [OPTION…]

    --after-action MANNER  keep (default): a notification stays if it is resident
                           new-id: it is closed, and its id never comes again
                           same-id: it is closed, and the next one gets its id
    --capabilities LIST    what it says it can do, separated by commas
    --name NAME            what it says it is called
    --delay MS             answer Notify only after a time
    --hold-close MS        answer CloseNotification at once, but close only after a time
    --broadcast            send signals to everybody, not only to who sent the notification
    --trust-ids            take an unknown replaces_id at face value
    --store FILE           when a summary says Studied, look for the mark in this store
    --studied-word WORD    what a summary says when the day is marked, if not Studied
    --lines                print a JSON object a line for every event
    --help, --version

  Type a line to act on the notification shown last:
    1 … 9                  press a button
    d                      click the body
    x                      dismiss it
    q                      end

  For programs:
    click ID KEY           press any button of any notification, even of a closed one
    dismiss ID, expire ID  take one away
    after-action MANNER, capabilities LIST, delay MS, hold-close MS
    release                carry out the closings that are held back
    hang, resume           stop answering, answer again

  haru-console --ping NAME [--every MS] [--property PATH:INTERFACE.NAME]

  Asks a name on the bus for an answer every 20 milliseconds, and says at the end of its input
  how long the longest took. Ping is answered beside the main loop; a property by it.
  """
