// Extended attributes, which Swift's Glibc module leaves out.
#include <sys/xattr.h>
