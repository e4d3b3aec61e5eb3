import Support

try Fuzzing.run { (reader: Reader, corpus, random) in try reader.reads(corpus, &random) }
